// The drawing of a check-in's place: Leaflet with a plain grid, and tiles over it where the site names a
// server. The grid stays where tiles don't come, so the map needs no network.

import {
  Circle, CircleMarker, DivIcon, DomUtil, Draggable, GridLayer, Map as Leaflet, Marker, Point, TileLayer,
  latLng,
} from "../../system/leaflet.js";
import { h, svg } from "../dom.js";
import { moved, roundLength } from "../models/grid.js";
import { metersOf } from "../models/teaching.js";
import { words } from "../words/words.js";
import { lengthUnit, rangeText } from "./checkinpieces.js";

/** The part of the height that the range takes at first. */
const share = 0.62;
/** The closest that tiles are drawn for, and the limits on the zoom. */
const nativeZoom = 19;
const minZoom = 10;
const maxZoom = 22;
/** The zoom before the size of the map is known. */
const firstZoom = 18;
/** The limit on the length of the scale bar, and the part of the map's edge that the pin stays out of. */
const maxBar = 90;
const edge = 0.08;
/** The size of the pin with what a finger needs around it (px). */
const pinSize = [44, 52];
/** The smallest circle that shows the accuracy of the own position (m). */
const minAccuracy = 1;
// Buttons, credit and scale are the page's own. A page that scrolls keeps its wheel.
const options = {
  zoomControl: false, attributionControl: false, keyboard: false, boxZoom: false, scrollWheelZoom: false,
  inertia: false, zoomAnimation: false, fadeAnimation: false,
  markerZoomAnimation: false, bounceAtZoomLimits: false, minZoom, maxZoom,
};

const Grid = GridLayer.extend({ createTile: () => h("div", { class: "spot-tile" }) });

/**
 * `tiles` is `{ template }` or null, `length` the element of the scale bar. `onmove(position)` is called when
 * the person has dragged the pin or the range.
 */
export class LeafletMap {
  constructor(plan, { tiles, length, onmove }) {
    Object.assign(this, { length, onmove, feet: null, isFitted: false });
    this.map = new Leaflet(plan, options);
    new Grid({ minZoom, maxZoom }).addTo(this.map);
    if (tiles) new TileLayer(tiles.template, { minZoom, maxZoom, maxNativeZoom: nativeZoom }).addTo(this.map);
    this.accuracy = new Circle([0, 0], { radius: 0, className: "spot-accuracy", interactive: false });
    this.own = new CircleMarker([0, 0], { radius: 6, className: "spot-own", interactive: false });
    this.range = new Circle([0, 0], { radius: 0, className: "spot-range" });
    this.pin = new Marker([0, 0], { draggable: true, keyboard: false, icon: pinIcon() });
    this.pin.on("drag", () => this.range.setLatLng(this.pin.getLatLng()));
    this.pin.on("dragend", () => this.dropped());
    this.map.on("zoomend moveend", () => this.measure());
    this.size = new ResizeObserver(() => this.resized());
  }

  /** Shows a pin, the range around it in feet, and the own position or null. */
  show({ pin, own, feet }) {
    const at = latLng(pin.latitude, pin.longitude);
    const isFirst = this.feet === null;
    const isOther = this.feet !== feet;
    this.feet = feet;
    this.pin.setLatLng(at);
    this.range.setLatLng(at).setRadius(metersOf(feet));
    if (isFirst) this.begin(at);
    else if (isOther) this.fit();
    else if (!this.map.getBounds().pad(-edge).contains(at)) this.map.panTo(at, { animate: false });
    this.showOwn(own);
  }

  /** Zooms in, or out if `steps` is negative. */
  zoom(steps) {
    this.map.setZoom(this.map.getZoom() + steps);
  }

  stop() {
    this.size.disconnect();
    this.map.remove();
  }

  begin(at) {
    this.map.setView(at, firstZoom);
    this.range.addTo(this.map);
    this.pin.addTo(this.map);
    this.carry(this.range.getElement());
    this.size.observe(this.map.getContainer());
  }

  // The map may be on a part of the form that is not shown yet.
  resized() {
    this.map.invalidateSize({ animate: false });
    if (!this.isFitted) this.fit();
    this.measure();
  }

  fit() {
    const { map } = this;
    this.isFitted = map.getSize().y > 0;
    if (!this.isFitted) return;
    const bounds = this.pin.getLatLng().toBounds(metersOf(this.feet) * 2 / share);
    map.setView(this.pin.getLatLng(), map.getBoundsZoom(bounds), { animate: false });
  }

  showOwn(own) {
    for (const layer of [this.accuracy, this.own]) {
      if (!own) layer.remove();
      else layer.setLatLng([own.latitude, own.longitude]).addTo(this.map);
    }
    if (!own) return;
    this.accuracy.setRadius(Math.max(minAccuracy, own.accuracy)).bringToBack();
  }

  // The range is dragged like the pin. Leaflet moves the element itself, which is put back each time.
  carry(path) {
    const drag = new Draggable(path);
    let from = null;
    drag.on("dragstart", () => { from = this.map.latLngToLayerPoint(this.pin.getLatLng()); });
    drag.on("drag", () => {
      const at = this.map.layerPointToLatLng(from.add(DomUtil.getPosition(path)));
      DomUtil.setPosition(path, new Point(0, 0));
      this.pin.setLatLng(at);
      this.range.setLatLng(at);
    });
    drag.on("dragend", () => this.dropped());
    drag.enable();
  }

  dropped() {
    const { lat, lng } = this.pin.getLatLng();
    this.onmove(moved({ latitude: lat, longitude: lng }, { x: 0, y: 0 }));
  }

  // The scale at the middle of the map: the length of a bar of a round length.
  measure() {
    const { map } = this;
    const { x, y } = map.getSize().divideBy(2);
    if (y === 0) return;
    const ends = [[x, y], [x + maxBar, y]].map((point) => map.containerPointToLatLng(point));
    const most = map.distance(...ends);
    const isMeters = lengthUnit() === "m";
    const { count, meters } = roundLength(most, isMeters ? 1 : metersOf(1));
    this.length.textContent = isMeters ? words.teaching.meters(count) : rangeText(count, "ft");
    this.length.style.inlineSize = `${maxBar * meters / most}px`;
  }
}

function pinIcon() {
  const [width, height] = pinSize;
  const drawing = svg("svg", { class: "spot-needle", viewBox: "-12 -35 24 36", "aria-hidden": "true" },
    svg("path", { class: "spot-pin", d: "M0 0C-3-8-11-13-11-22a11 11 0 0 1 22 0C11-13 3-8 0 0z" }),
    svg("circle", { class: "spot-pin-eye", cx: 0, cy: -22, r: 4 }));
  return new DivIcon({ html: drawing, className: "spot-hold", iconSize: pinSize,
    iconAnchor: [width / 2, height] });
}
