/** An option, or the flag of the same name, has a value that does not work. The command line turns it into exit code 2. */
export class StartOptionError extends Error {
  override readonly name = 'StartOptionError'
  readonly code = 'invalid_option'
}
