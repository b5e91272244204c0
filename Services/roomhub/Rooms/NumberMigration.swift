import Store

extension RoomhubStore {
  /// The numbers of open rooms lose their separators, as `RoomNumber` has them: one `-` between two digits.
  ///
  /// If several rooms of a dorm would share a number, the one that has it keeps it, else the one opened first
  /// gets it. The others keep the number they have, and can still be entered by their code.
  ///
  /// `form` changes one place at a time until nothing is left to change. `~` is a dash that stays.
  static let numbers = Migration(
    6, "room numbers without separators",
    """
    CREATE TEMP TABLE form AS
      WITH RECURSIVE form(id, text) AS (
        SELECT id, CASE WHEN text GLOB 'RM-*' THEN substr(text, 4)
          WHEN text GLOB 'ROOM-*' THEN substr(text, 6) ELSE text END
        FROM (SELECT id, replace(replace(replace(number, ' ', '-'), '.', '-'), '/', '-') AS text
          FROM room WHERE closed_at IS NULL)
        UNION ALL
        SELECT id, CASE
          WHEN text GLOB '*--*' THEN replace(text, '--', '-')
          WHEN substr(text, instr(text, '-') - 1, 3) GLOB '[0-9]-[0-9]'
            THEN substr(text, 1, instr(text, '-') - 1) || '~' || substr(text, instr(text, '-') + 1)
          WHEN text GLOB '*-*'
            THEN substr(text, 1, instr(text, '-') - 1) || substr(text, instr(text, '-') + 1)
          WHEN text GLOB 'RM[0-9]*' THEN substr(text, 3)
          WHEN text GLOB 'ROOM[0-9]*' THEN substr(text, 5)
          ELSE substr(text, 2) END
        FROM form
        WHERE text GLOB '*-*' OR text GLOB 'RM[0-9]*' OR text GLOB 'ROOM[0-9]*' OR text GLOB '0[^~]*'
      )
      SELECT id, replace(text, '~', '-') AS number FROM form
      WHERE text <> '' AND NOT (
        text GLOB '*-*' OR text GLOB 'RM[0-9]*' OR text GLOB 'ROOM[0-9]*' OR text GLOB '0[^~]*');
    UPDATE room SET number = first.number FROM (
      SELECT room.id, form.number, row_number() OVER (
        PARTITION BY room.dorm, form.number
        ORDER BY room.number = form.number DESC, room.opened_at, room.id) AS place
      FROM form JOIN room ON room.id = form.id) AS first
    WHERE room.id = first.id AND first.place = 1 AND room.number <> first.number;
    DROP TABLE temp.form;
    """)
}
