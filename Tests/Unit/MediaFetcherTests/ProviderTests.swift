import Fetch
import Schema
import Synchronization
import Testing

@testable import media_fetcher

private func reply(_ body: String, status: Int = 200) -> FetchResponse {
  FetchResponse(status: status, headers: [], body: Array(body.utf8))
}

/// A photo with the members as they usually are, but for the changed ones.
private func photo(_ changes: [String: String] = [:]) -> String {
  let usual = [
    "id": "\"52\"", "owner": "\"12@N01\"", "secret": "\"ab12\"", "server": "\"65535\"", "farm": "66",
    "title": "\"A cake\"", "ispublic": "1", "license": "\"4\"", "ownername": "\"Ada\"",
    "url_l": "\"http://10.0.0.1/\"", "width_l": "1024", "height_l": "\"768\"", "width_m": "500",
    "height_m": "375",
  ]
  let members = usual.merging(changes) { $1 }.map { "\"\($0)\": \($1)" }
  return "{\(members.joined(separator: ", "))}"
}

@Suite("Flickr's replies")
struct FlickrTests {
  private let flickr = Flickr(key: "k&y")

  @Test("the request says what may be found")
  func request() throws {
    let url = flickr.request(try #require(query("grüne Äpfel & mehr")), page: 3).url
    #expect(
      url == "https://api.flickr.com/services/rest/?method=flickr.photos.search&api_key=k%26y"
        + "&text=gr%C3%BCne%20%C3%84pfel%20%26%20mehr&license=4%2C5%2C7%2C8%2C9%2C10%2C11%2C12&media=photos"
        + "&content_type=1&safe_search=1&sort=relevance"
        + "&extras=license%2Cowner_name%2Curl_m%2Curl_z%2Curl_l%2Cpath_alias"
        + "&per_page=100&page=3&format=json&nojsoncallback=1")
  }

  @Test("a total is a number or a text", arguments: ["946", "\"946\""])
  func page(total: String) throws {
    let page = try flickr.read(
      reply("{\"photos\": {\"page\": 1, \"total\": \(total), \"photo\": [\(photo())]}, \"stat\": \"ok\"}"))
    #expect(page.total == 946)
    let found = try #require(page.pictures.first ?? nil)
    #expect(found.file == "https://live.staticflickr.com/65535/52_ab12_b.jpg")
    #expect(found.preview == "https://live.staticflickr.com/65535/52_ab12_w.jpg")
    #expect(found.page == "https://www.flickr.com/photos/12@N01/52")
    #expect(found.credit == "“A cake” by Ada, CC BY 2.0, Flickr")
    #expect((found.width, found.height) == (1024, 768))
  }

  @Test("no result is an empty page")
  func nothing() throws {
    let page = try flickr.read(reply("{\"photos\": {\"total\": \"0\", \"photo\": []}, \"stat\": \"ok\"}"))
    #expect(page == PicturePage(total: 0, pictures: []))
  }

  @Test(
    "a picture that may not be used leaves its place to none",
    arguments: [
      ["license": "0"], ["license": "\"2\""], ["license": "3"], ["license": "6"], ["license": "99"],
      ["license": "null"], ["server": "\"../x\""], ["secret": "\"a@evil.example/\""], ["id": "\"5 2\""],
      ["id": "\"\""], ["owner": "\"a/b\""], ["owner": "\"\""], ["owner": "7"],
      ["width_l": "0", "width_m": "-1"], ["width_l": "\"x\""],
    ])
  func bad(changes: [String: String]) throws {
    let text = photo(changes)
    let page = try flickr.read(
      reply("{\"photos\": {\"total\": 2, \"photo\": [\(text), \(photo())]}, \"stat\": \"ok\"}"))
    #expect(page.pictures.count == 2)
    #expect(page.pictures[0] == nil && page.pictures[1] != nil, "\(text)")
  }

  @Test(
    "what is no page is unavailable",
    arguments: [
      reply("{\"stat\":\"fail\",\"code\":105,\"message\":\"Service currently unavailable\"}"),
      reply("{\"stat\":\"fail\",\"code\":\"10\",\"message\":\"x\"}"), reply("{\"stat\":\"fail\"}"),
      reply("{\"stat\":\"ok\"}"), reply(""), reply("<html>"), reply("[]"), reply("{\"stat\":"),
      reply("{\"photos\":{\"total\":\"many\",\"photo\":[]},\"stat\":\"ok\"}"),
      reply("jsonFlickrApi({\"stat\":\"ok\"})"), reply("{}", status: 500), reply("{}", status: 302),
    ])
  func unavailable(response: FetchResponse) {
    let error = #expect(throws: PictureFailure.self) { try flickr.read(response) }
    if case .busy = error { Issue.record("busy") }
  }

  @Test("a bad key is named for the operator")
  func key() {
    #expect(
      throws: PictureFailure.unavailable(
        "Flickr does not accept the key in QUAD_MEDIA_FLICKR_KEY_FILE: Invalid API Key")
    ) { try flickr.read(reply("{\"stat\":\"fail\",\"code\":100,\"message\":\"Invalid API\\u0000Key\"}")) }
    #expect(throws: PictureFailure.busy(PictureLimits.pause)) { try flickr.read(reply("", status: 429)) }
  }

  @Test("titles and names of strangers stay on their line and within their length")
  func texts() throws {
    let long = String(repeating: "x", count: 5000)
    let text = photo(["title": "\"a\\n\\u202eb\\u0007 \(long)\""])
    let page = try flickr.read(reply("{\"photos\": {\"total\": 1, \"photo\": [\(text)]}, \"stat\": \"ok\"}"))
    let found = try #require(page.pictures[0])
    #expect(found.title.count == 120 && found.title.hasPrefix("a b x"))
    #expect(found.credit.count <= FoundPicture.maxCredit)
  }
}

@Suite("Openverse's replies")
struct OpenverseTests {
  private let openverse = Openverse()
  private let id = "36537842-b067-4ca0-ad67-e00ff2e06b2d"

  private func image(_ members: String) -> String {
    "{\"id\": \"\(id)\", \"width\": 1024, \"height\": 683, \"url\": \"http://127.0.0.1/x.svg\", \(members)}"
  }

  private func read(_ images: String...) throws -> [FoundPicture?] {
    try openverse.read(
      reply("{\"result_count\": 240, \"page_count\": 12, \"results\": [\(images.joined(separator: ","))]}")
    ).pictures
  }

  @Test("the request says what may be found")
  func request() throws {
    #expect(
      openverse.request(try #require(query("a b")), page: 2).url
        == "https://api.openverse.org/v1/images/?q=a%20b&license=cc0%2Cpdm%2Cby%2Cby-sa&mature=false"
        + "&page_size=20&page=2")
  }

  @Test("the attribution is Openverse's own, and the file comes from Openverse")
  func page() throws {
    let found = try #require(
      read(
        image(
          """
          "title": "Sun", "license": "by", "license_version": "2.0", "creator": "Ada",
          "attribution": "\\"Sun\\" by Ada is licensed under CC BY 2.0.",
          "foreign_landing_url": "https://www.flickr.com/photos/1/2"
          """))[0])
    #expect(found.credit == "\"Sun\" by Ada is licensed under CC BY 2.0.")
    #expect(found.file == "https://api.openverse.org/v1/images/\(id)/thumb/?full_size=true")
    #expect(found.page == "https://www.flickr.com/photos/1/2")
  }

  @Test("without an attribution that fits, it is made")
  func credit() throws {
    let long = String(repeating: "x", count: 400)
    let found = try read(
      image("\"license\": \"by-sa\", \"license_version\": \"4.0\", \"creator\": \"Ada\", \"title\": \"Sun\""),
      image("\"license\": \"pdm\", \"license_version\": \"1.0\", \"attribution\": \"\(long)\""),
      image("\"license\": \"cc0\", \"attribution\": \"\""))
    let credits = found.map { $0?.credit }
    #expect(credits == ["“Sun” by Ada, CC BY-SA 4.0", "Picture, Public domain", "Picture, CC0"])
  }

  @Test(
    "a picture that may not be used leaves its place to none",
    arguments: ["by-nc", "by-nd", "", "BY", "sampling+"])
  func licenses(name: String) throws {
    #expect(try read(image("\"license\": \"\(name)\""))[0] == nil)
  }

  @Test(
    "a link that is none is left out",
    arguments: [
      "javascript:alert(1)", "http://a.example/", "https://127.0.0.1/", "https://a\\u0022b/", "https://u@a/",
    ])
  func links(url: String) throws {
    let found = try #require(read(image("\"license\": \"by\", \"foreign_landing_url\": \"\(url)\""))[0])
    #expect(found.page == nil)
  }

  @Test("unreadable entries leave their places, and a flood of entries is cut")
  func entries() throws {
    let good = image("\"license\": \"by\"")
    #expect(try read("7", "null", "{}", good).map { $0 != nil } == [false, false, false, true])
    #expect(try read(good.replacing(id, with: "../../../admin")) == [nil])
    let many = [String](repeating: good, count: 500).joined(separator: ",")
    #expect(try read(many).count == 20)
  }

  @Test("what is no page is unavailable, and 429 is busy")
  func unavailable() {
    for response in [reply("", status: 500), reply("{}"), reply("{\"detail\": \"x\"}", status: 400)] {
      let error = #expect(throws: PictureFailure.self) { try openverse.read(response) }
      if case .busy = error { Issue.record("busy") }
    }
    #expect(throws: PictureFailure.busy(PictureLimits.pause)) { try openverse.read(reply("{}", status: 429)) }
  }
}
