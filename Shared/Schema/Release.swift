/// The version of all that is built together: programs, command line and messages.
package enum Release {
  package static let version = "0.2.0"
}
