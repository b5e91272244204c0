import Store

extension AuthStore {
  /// The names of pictures are their SHA-256 in hexadecimal digits.
  static let portraits = Migration(
    10, "people's portraits",
    """
    ALTER TABLE person ADD COLUMN picture TEXT;
    ALTER TABLE person ADD COLUMN crop_x REAL;
    ALTER TABLE person ADD COLUMN crop_y REAL;
    ALTER TABLE person ADD COLUMN crop_width REAL;
    ALTER TABLE person ADD COLUMN crop_height REAL;
    """)

  static let portraitCredits = Migration(
    11, "authors and licenses of portraits", "ALTER TABLE person ADD COLUMN picture_credit TEXT;")
}
