/// The settings that a launcher reads itself, and no program.
extension Setting {
  static let anySite = [
    Setting("QUAD_PORT", for: .local, .containers, is: "the port on 127.0.0.1", or: "8080"),
    Setting(
      "TZ", for: .local, .containers, is: "the site's time zone, such as Europe/Berlin",
      or: "the machine's; UTC in containers"),
  ]

  static let local = [
    Setting(
      "QUAD_BIN", for: .local, is: "the folder of programs that are built already", or: ".build/release"),
    Setting("QUAD_READY_SECONDS", for: .local, is: "how long a start may take", or: "30"),
    Setting("QUAD_STOP_SECONDS", for: .local, is: "how long a stop may take", or: "10 for each program"),
  ]

  static let containers = [
    Setting(
      "COMPOSE_FILE", for: .containers, is: "the files that make up the site, with `:` between them",
      or: "required"),
    Setting(
      "COMPOSE_PROFILES", for: .containers,
      is: "the apps and what else runs, with `,` between: `${QUAD_APPS},metrics,alerts,backup`",
      or: "required"),
    Setting(
      "COMPOSE_PROJECT_NAME", for: .containers, is: "the site's name among several on one machine",
      or: "required"),
    Setting(
      "QUAD_BACKUPS", for: .local, .containers,
      is: "where backups are: a folder; in containers one of user 65532, or a volume's name",
      or: "`DIR/backups`; a volume"),
    Setting(
      "QUAD_BACKUP_PASSPHRASE", for: .local, .containers,
      is: "the file of the daily backup's passphrase", or: "no daily backup"),
    Setting(
      "QUAD_BACKUP_DAYS", for: .local, .containers, is: "how long daily backups are kept", or: "14"),
    Setting(
      "QUAD_DOMAIN", for: .containers, is: "the site's name on the Internet; tls.yaml", or: "required there"),
    Setting("QUAD_TLS", for: .containers, is: "`tls internal` for certificates of the site's own; tls.yaml"),
    Setting("QUAD_HTTP_PORT", for: .containers, is: "the port for plain HTTP; tls.yaml", or: "80"),
    Setting("QUAD_HTTPS_PORT", for: .containers, is: "the port for HTTPS; tls.yaml", or: "443"),
    Setting("QUAD_PROMETHEUS_PORT", for: .containers, is: "the port of metrics on 127.0.0.1", or: "9090"),
    Setting(
      "QUAD_ALERTMANAGER_PORT", for: .containers, is: "the port of Alertmanager on 127.0.0.1", or: "9093"),
    Setting(
      "QUAD_ALERT_TOKEN", for: .containers,
      is: "the file of the API token with which Alertmanager reports alerts; the profile alerts",
      or: "no reports"),
    Setting("QUAD_IMAGE", for: .containers, is: "the image of the programs", or: "quad:latest"),
    Setting(
      "QUAD_POSTGRES_IMAGE", for: .containers, is: "the image of postgres.yaml", or: "quad-postgres:latest"),
    Setting("QUAD_CADDY_IMAGE", for: .containers, is: "the image of tls.yaml", or: "quad-caddy:latest"),
    Setting(
      "QUAD_PROMETHEUS_IMAGE", for: .containers, is: "the image of metrics", or: "quad-prometheus:latest"),
    Setting(
      "QUAD_SMTP_PASSWORD", for: .containers, is: "the file of the mail user's password; mail.yaml",
      or: "/dev/null"),
    Setting(
      "QUAD_MEDIA_FLICKR_KEY", for: .containers,
      is: "the file of a key for Flickr's picture search; pictures.yaml", or: "/dev/null"),
  ]
}
