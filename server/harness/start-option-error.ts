/** An option, or the flag of the same name, has a value that cannot be used. The command line ends with exit code 2. */
export class StartOptionError extends Error {
  override readonly name = 'StartOptionError'
  readonly code = 'invalid_option'
}
