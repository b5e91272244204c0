import Store

extension CampusStore {
  /// Sources, their items and followers; announcements and who has seen them.
  ///
  /// A source whose `next_at` has come is read by the program that holds its lease. `read_address` is where
  /// its feed has moved to or was found. `key_hash` is what makes an item the same one, `content_hash` says
  /// whether it has changed. `news_work` has the alerts that are still to be published; `last_person` is the
  /// last person who got one. `news_digest` is the digest of a day that is being published, or the last one.
  static let news = Migration(
    4, "sources, news, announcements",
    """
    CREATE TABLE news_source(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), title TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('feed', 'mastodon', 'announcements', 'card')),
      layout TEXT NOT NULL CHECK (layout IN ('list', 'pictures', 'events')), link TEXT, address TEXT,
      note TEXT, noted_at INTEGER, is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
      place INTEGER NOT NULL, version INTEGER NOT NULL, added_at INTEGER NOT NULL, read_address TEXT,
      etag TEXT, last_modified TEXT, body_hash TEXT, minutes INTEGER, next_at INTEGER,
      failures INTEGER NOT NULL DEFAULT 0, read_at INTEGER, problem TEXT,
      lease_owner BLOB CHECK (length(lease_owner) = 16), lease_until INTEGER,
      CHECK ((kind IN ('feed', 'mastodon')) = (address IS NOT NULL))
    ) STRICT;
    CREATE UNIQUE INDEX news_source_address ON news_source(address) WHERE address IS NOT NULL;
    CREATE INDEX news_source_next ON news_source(next_at) WHERE is_on = 1;

    CREATE TABLE news_item(
      id BLOB PRIMARY KEY CHECK (length(id) = 16),
      source BLOB NOT NULL REFERENCES news_source(id) ON DELETE CASCADE,
      key_hash TEXT NOT NULL CHECK (length(key_hash) = 64),
      content_hash TEXT NOT NULL CHECK (length(content_hash) = 64), title TEXT, html TEXT NOT NULL,
      plain TEXT NOT NULL, link TEXT, author TEXT, published_at INTEGER NOT NULL, read_at INTEGER NOT NULL,
      pictures TEXT, starts_at INTEGER, ends_at INTEGER, place TEXT
    ) STRICT;
    CREATE UNIQUE INDEX news_item_key ON news_item(source, key_hash);
    CREATE INDEX news_item_published ON news_item(source, published_at, id);
    CREATE INDEX news_item_read ON news_item(source, read_at);

    CREATE TABLE news_follow(
      person BLOB NOT NULL CHECK (length(person) = 16),
      source BLOB NOT NULL REFERENCES news_source(id) ON DELETE CASCADE,
      delivery TEXT NOT NULL CHECK (delivery IN ('digest', 'push')), PRIMARY KEY (person, source)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX news_follow_source ON news_follow(source, delivery, person);
    CREATE INDEX news_follow_delivery ON news_follow(delivery, person);

    CREATE TABLE announcement(
      id BLOB PRIMARY KEY CHECK (length(id) = 16), title TEXT NOT NULL, text TEXT NOT NULL,
      author BLOB CHECK (length(author) = 16), posted_at INTEGER NOT NULL, expires_at INTEGER,
      version INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX announcement_posted ON announcement(posted_at, id);
    CREATE INDEX announcement_author ON announcement(author);

    CREATE TABLE announcement_seen(
      person BLOB NOT NULL CHECK (length(person) = 16),
      announcement BLOB NOT NULL REFERENCES announcement(id) ON DELETE CASCADE, seen_at INTEGER NOT NULL,
      PRIMARY KEY (person, announcement)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX announcement_seen_announcement ON announcement_seen(announcement);

    CREATE TABLE news_work(
      id BLOB PRIMARY KEY CHECK (length(id) = 16),
      kind TEXT NOT NULL CHECK (kind IN ('announcement', 'item')),
      object BLOB NOT NULL CHECK (length(object) = 16), last_person BLOB CHECK (length(last_person) = 16)
    ) STRICT;

    CREATE TABLE news_digest(
      id INTEGER PRIMARY KEY CHECK (id = 1), day INTEGER NOT NULL, since INTEGER NOT NULL,
      until INTEGER NOT NULL, last_person BLOB CHECK (length(last_person) = 16),
      is_done INTEGER NOT NULL CHECK (is_done IN (0, 1))
    ) STRICT;
    """)
}
