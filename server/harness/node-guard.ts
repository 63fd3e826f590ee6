/**
 * Loaded before everything else of the harness, because on an older Node the next import would fail with a stack trace about something
 * else. The first file of the command line does the same, and imports nothing.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (!(major >= 24 || (major === 22 && minor >= 15))) {
  const error = new Error(
    `ringback needs Node 22.15 or a newer 22, or 24 or newer (this is ${process.version}). Install Node 24 from https://nodejs.org.`,
  )
  // Nobody learns anything from the way to this line.
  error.stack = `Error: ${error.message}`
  throw error
}
