import Glibc

/// A certificate for 127.0.0.1 that signs itself, made by OpenSSL's program: no key lies in the repository.
package func makeCertificate(in folder: String) throws -> (certificate: String, key: String) {
  let files = (certificate: "\(folder)/cert.pem", key: "\(folder)/key.pem")
  let words = [
    "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
    "2",
    "-keyout", files.key, "-out", files.certificate, "-subj", "/CN=Quad", "-addext",
    "subjectAltName=IP:127.0.0.1",
  ]
  let arguments = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
  defer { posix_spawn_file_actions_destroy(&actions) }
  var child = pid_t()
  var status: Int32 = -1
  guard posix_spawnp(&child, "openssl", &actions, nil, arguments, environ) == 0,
    waitpid(child, &status, 0) == child, status == 0
  else { throw TestFailure("openssl made no certificate") }
  return files
}
