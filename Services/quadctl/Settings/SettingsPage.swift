import Schema

/// The table of all settings, `compose/settings.md`.
enum SettingsPage {
  /// The whole page, without the final line end.
  static func text() -> String {
    """
    # Settings

    All settings of a site. Generated: `quadctl catalogue --settings`.

    A site that `compose/local` runs has its settings in `var/site.conf` (`DIR/site.conf` with `--data DIR`),
    a site in containers in `compose/.env`: a line `NAME=value` each, `#` begins a comment. Every command
    reads that file. A variable of the environment counts more than the file, for that command alone.
    Settings that stand in neither file get their value from what starts the site.

    | setting | file | read by | without it | |
    | --- | --- | --- | --- | --- |
    \(Setting.all.map(row).joined(separator: "\n"))
    """
  }

  private static func row(_ setting: Setting) -> String {
    let files = setting.files.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    let cells = [
      "`\(setting.name)`", files, readers(setting.readers), setting.fallback.replacing("|", with: "\\|"),
      setting.summary,
    ]
    return "| \(cells.joined(separator: " | ")) |".replacing("|  |", with: "| |")
  }

  private static func readers(_ readers: Setting.Readers) -> String {
    switch readers {
    case .everyProgram: "all programs"
    case .programs(let programs): programs.map(\.text).joined(separator: ", ")
    case .commandLine: "quad"
    case .launchers(let launchers): launchers.map(\.rawValue).joined(separator: ", ")
    }
  }
}
