import Store

extension MediaStore {
  /// The pictures of feeds by their address on the web, each kept until nobody has asked for it for a while.
  static let feedPictures = Migration(
    5, "pictures of feeds",
    """
    CREATE TABLE feed_picture(
      address TEXT PRIMARY KEY, picture TEXT NOT NULL REFERENCES picture(name) ON DELETE CASCADE,
      until INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX feed_picture_until ON feed_picture(until);
    CREATE INDEX feed_picture_picture ON feed_picture(picture);
    """)
}
