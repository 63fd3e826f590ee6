/**
 * Runs the command lines that it is sent, one after another, each as `main.ts` would, and says what became of each. Once it is let go it
 * ends by itself, unless one of them left something that runs on.
 */
const [program = '', end] = process.argv.slice(2)
const { run } = await import(program)

// Each run listens to the end of both streams, as the one of a process does.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)

const [own, folder] = [{ ...process.env }, process.cwd()]
/** @type {Promise<void>} */
let before = Promise.resolve()
process.on('message', line => {
  before = before.then(() => answer(line))
})

async function answer({ args, env, cwd = folder, without }) {
  process.chdir(cwd)
  Object.assign(process.env, env)
  for (const name of without) delete process.env[name]
  const code = await run(args)
  for (const name of Object.keys(process.env)) if (!(name in own)) delete process.env[name]
  Object.assign(process.env, own)
  process.chdir(folder)
  process.stderr.write(`${end}`)
  process.stdout.write(`${end}${process.exitCode ?? code}${end}`)
  process.exitCode = undefined
}
