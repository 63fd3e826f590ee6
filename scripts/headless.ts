/** `npm run headless -- <flags>`: the emulator for CI, in memory, with one line of JSON when it answers. It ends with its npm. */
process.env.RINGBACK_STOP_WITH_PARENT = '1'
process.argv.splice(2, 0, 'start', '--json', '--store', 'memory')
await import('../server/cli/main.ts')

export {}
