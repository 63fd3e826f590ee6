#!/usr/bin/env node
/**
 * First file of the command line. It imports nothing, because an older Node ends in a segmentation fault when it loads better-sqlite3, and
 * must be stopped before (tests/security/README.md#D9). Everything else follows in a file that is loaded afterwards.
 */
export {}

/** The Node-API of better-sqlite3, and functions of node:tls that 22.15 was the first to have; what is tested is 22.15 and 24. */
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
