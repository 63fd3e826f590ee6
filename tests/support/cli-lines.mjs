/**
 * Runs the command lines that it is sent, one after another, each as `main.ts` would, and says what became of each. Once it is let go it
 * ends by itself, unless one of them left something that runs on.
 */
const { run } = await import(process.argv[2] ?? '')

// Each run listens to the end of both streams, as the one of a process does.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)

/** @type {Promise<void>} */
let before = Promise.resolve()
process.on('message', line => {
  before = before.then(() => answer(line))
})

async function answer({ args, env }) {
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'])
    process[name].write = (text, encoding, done = encoding) => {
      written[name] += text
      if (typeof done === 'function') done()
      return true
    }
  Object.assign(process.env, env)
  const code = await run(args)
  process.send?.({ code: process.exitCode ?? code, ...written })
  process.exitCode = undefined
}
