/**
 * Loaded before everything else of the harness, for its effect: on an older Node what comes next would end with a stack about something else.
 * The first file of the command line says the same, and imports nothing.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (!(major >= 24 || (major === 22 && minor >= 15))) {
  const error = new Error(
    `ringback needs Node 22.15 or a newer 22, or 24 or newer (this is ${process.version}). Install Node 24 from https://nodejs.org.`,
  )
  // The way to here tells nobody anything.
  error.stack = `Error: ${error.message}`
  throw error
}
