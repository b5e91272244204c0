#ifndef QUAD_CVIPS_SHIM_H
#define QUAD_CVIPS_SHIM_H

#include <vips/vips.h>

/* Swift calls no variadic function, and sees no macro with a cast. */

static inline int quad_vips_init(void) {
  if (VIPS_INIT("image-worker") != 0) return -1;
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  vips_block_untrusted_set(TRUE);
  /* Nothing is loaded but what is unblocked by name. */
  vips_operation_block_set("VipsForeignLoad", TRUE);
  return 0;
}

static inline void quad_vips_unref(void *object) { g_object_unref(object); }

/* A header that has been read; no pixel is. */
static inline VipsImage *quad_vips_header(VipsSource *source, int type) {
  VipsImage *image = NULL;
  int failed = -1;
  switch (type) {
    case 'j':
      failed = vips_jpegload_source(
        source, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
      break;
    case 'p':
      failed = vips_pngload_source(
        source, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
      break;
    case 'w':
      failed = vips_webpload_source(
        source, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
      break;
    case 'g':
      failed = vips_gifload_source(
        source, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
      break;
    case 'h':
      failed = vips_heifload_source(
        source, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR, NULL);
      break;
    default:
      vips_error("image-worker", "no such type");
  }
  return failed == 0 ? image : NULL;
}

/* The picture of a source, upright and at most so long, in its own colors. Only the first frame is read. libvips 8.14 hands
   its own fail_on to no loader of a source: the loader's option has to say it. */
static inline VipsImage *quad_vips_shrunk(VipsSource *source, int max_side) {
  VipsImage *image = NULL;
  return vips_thumbnail_source(
           source, &image, max_side, "height", max_side, "size", VIPS_SIZE_DOWN, "option_string",
           "fail_on=error", NULL) == 0
    ? image : NULL;
}

static inline VipsImage *quad_vips_smaller(VipsImage *in, int max_side) {
  VipsImage *image = NULL;
  return vips_thumbnail_image(in, &image, max_side, "height", max_side, "size", VIPS_SIZE_DOWN, NULL) == 0
    ? image : NULL;
}

/* A size that is exact: the picture fills it, and its middle is shown. */
static inline VipsImage *quad_vips_filling(VipsImage *in, int width, int height) {
  VipsImage *image = NULL;
  return vips_thumbnail_image(
           in, &image, width, "height", height, "crop", VIPS_INTERESTING_CENTRE, NULL) == 0
    ? image : NULL;
}

static inline VipsImage *quad_vips_part(VipsImage *in, int left, int top, int width, int height) {
  VipsImage *image = NULL;
  return vips_extract_area(in, &image, left, top, width, height, NULL) == 0 ? image : NULL;
}

/* By the profile of the picture, or of the usual inks. A profile that is damaged counts as none. */
static inline VipsImage *quad_vips_by_profile(VipsImage *in) {
  VipsImage *image = NULL;
  int is_ink = vips_image_guess_interpretation(in) == VIPS_INTERPRETATION_CMYK;
  if (!is_ink && vips_image_get_typeof(in, VIPS_META_ICC_NAME) == 0) return NULL;
  int failed = vips_icc_transform(
    in, &image, "srgb", "embedded", TRUE, "input_profile", is_ink ? "cmyk" : "srgb", "intent",
    VIPS_INTENT_RELATIVE, "black_point_compensation", TRUE, NULL);
  if (failed == 0) return image;
  vips_error_clear();
  return NULL;
}

/* Eight bits a channel. */
static inline VipsImage *quad_vips_in_srgb(VipsImage *in) {
  VipsImage *colored = NULL, *image = NULL;
  VipsImage *known = quad_vips_by_profile(in);
  int failed = vips_colourspace(known ? known : in, &colored, VIPS_INTERPRETATION_sRGB, NULL);
  if (known) g_object_unref(known);
  if (failed != 0) return NULL;
  failed = vips_cast_uchar(colored, &image, NULL);
  g_object_unref(colored);
  return failed == 0 ? image : NULL;
}

static inline VipsImage *quad_vips_on_white(VipsImage *in) {
  VipsImage *image = NULL;
  double white[3] = {255, 255, 255};
  VipsArrayDouble *background = vips_array_double_new(white, 3);
  int failed = vips_flatten(in, &image, "background", background, NULL);
  vips_area_unref(VIPS_AREA(background));
  return failed == 0 ? image : NULL;
}

static inline VipsImage *quad_vips_band(VipsImage *in, int first, int count) {
  VipsImage *image = NULL;
  return vips_extract_band(in, &image, first, "n", count, NULL) == 0 ? image : NULL;
}

/* The lowest value of a picture; a failure returns -1. */
static inline double quad_vips_lowest(VipsImage *in) {
  double lowest = 0;
  return vips_min(in, &lowest, NULL) == 0 ? lowest : -1;
}

static inline int quad_vips_save_jpeg(VipsImage *in, VipsTarget *target, int quality) {
  return vips_jpegsave_target(
    in, target, "Q", quality, "optimize_coding", TRUE, "interlace", TRUE, "strip", TRUE, "subsample_mode",
    VIPS_FOREIGN_SUBSAMPLE_ON, NULL);
}

/* The bytes are g_free's. */
static inline int quad_vips_webp(VipsImage *in, int quality, void **bytes, size_t *count) {
  return vips_webpsave_buffer(in, bytes, count, "Q", quality, "strip", TRUE, NULL);
}

static inline int quad_vips_save_png(VipsImage *in, VipsTarget *target) {
  return vips_pngsave_target(in, target, "compression", 6, "strip", TRUE, NULL);
}

/* --- share cards --- */

/* A gradient from the upper left to the lower right corner, between two colors of three channels. */
static inline VipsImage *quad_vips_gradient(int width, int height, const double *from, const double *to) {
  VipsImage *steps[5] = {NULL};
  VipsImage *image = NULL;
  double scale[3], offset[3];
  for (int band = 0; band < 3; band++) {
    scale[band] = (to[band] - from[band]) / (width + height);
    offset[band] = from[band];
  }
  if (vips_xyz(&steps[0], width, height, NULL) == 0
      && vips_extract_band(steps[0], &steps[1], 0, NULL) == 0
      && vips_extract_band(steps[0], &steps[2], 1, NULL) == 0
      && vips_add(steps[1], steps[2], &steps[3], NULL) == 0
      && vips_linear(steps[3], &steps[4], scale, offset, 3, "uchar", TRUE, NULL) == 0) {
    vips_copy(steps[4], &image, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
  }
  for (int index = 0; index < 5; index++) if (steps[index]) g_object_unref(steps[index]);
  return image;
}

/* Black over a picture, from one opacity at its upper edge to another at its lower one. */
static inline VipsImage *quad_vips_darkened(VipsImage *in, double top, double bottom) {
  VipsImage *steps[4] = {NULL};
  VipsImage *image = NULL;
  double slope = (top - bottom) / vips_image_get_height(in);
  if (vips_xyz(&steps[0], vips_image_get_width(in), vips_image_get_height(in), NULL) == 0
      && vips_extract_band(steps[0], &steps[1], 1, NULL) == 0
      && vips_linear1(steps[1], &steps[2], slope, 1 - top, NULL) == 0
      && vips_multiply(in, steps[2], &steps[3], NULL) == 0) {
    vips_cast_uchar(steps[3], &image, NULL);
  }
  for (int index = 0; index < 4; index++) if (steps[index]) g_object_unref(steps[index]);
  return image;
}

/* A mask of a text in Pango's markup, no wider than `width` unless that is 0. A pixel is a point of the font. */
static inline VipsImage *quad_vips_text(const char *markup, const char *font, int width, int spacing) {
  VipsImage *image = NULL;
  int failed = width > 0
    ? vips_text(&image, markup, "font", font, "dpi", 72, "width", width, "spacing", spacing, "wrap",
        VIPS_TEXT_WRAP_WORD_CHAR, NULL)
    : vips_text(&image, markup, "font", font, "dpi", 72, NULL);
  return failed == 0 ? image : NULL;
}

/* Draws white through a mask, in place. The picture is in memory and nobody else's. */
static inline int quad_vips_whiten(VipsImage *image, VipsImage *mask, double opacity, int x, int y) {
  VipsImage *faint = NULL;
  double white[3] = {255, 255, 255};
  if (vips_linear1(mask, &faint, opacity, 0, "uchar", TRUE, NULL) != 0) return -1;
  int failed = vips_draw_mask(image, white, 3, faint, x, y, NULL);
  g_object_unref(faint);
  return failed;
}

#endif
