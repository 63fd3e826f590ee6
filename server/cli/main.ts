#!/usr/bin/env node
/**
 * First file of the command line. It imports nothing, because an older Node crashes when it loads better-sqlite3, and has to be stopped
 * before that (tests/security/README.md#D9). Everything else is in a file that is loaded afterwards.
 */
export {}

/** better-sqlite3 needs a certain Node-API, and node:tls has the functions that we need since 22.15. Tested are 22.15 and 24. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (!(major >= 24 || (major === 22 && minor >= 15))) {
  process.stderr.write(
    `ringback needs Node 22.15 or a newer 22, or 24 or newer (this is ${process.version}). Install Node 24 from https://nodejs.org, or run "npx -p node@24 -p ringback ringback".\n`,
  )
  process.exitCode = 2
} else {
  const { enableCompileCache } = await import('node:module')
  enableCompileCache()
  const { run } = await import('./program.ts')
  process.exitCode = await run(process.argv.slice(2))
}
