/**
 * Runs command lines one after another in this process, each as `main.ts` would, and prints what became of each as JSON. It ends by itself,
 * unless one of them left something that runs on.
 */
import { readFileSync } from 'node:fs'

const [program = '', file = ''] = process.argv.slice(2)
const { run } = await import(program)
const write = process.stdout.write.bind(process.stdout)
// Each run listens to the end of both streams, as the one of a process does.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)
const become = []
for (const { args, env } of JSON.parse(readFileSync(file, 'utf8'))) {
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'])
    process[name].write = (text, encoding, done = encoding) => {
      written[name] += text
      if (typeof done === 'function') done()
      return true
    }
  Object.assign(process.env, env)
  const code = await run(args)
  become.push({ code: process.exitCode ?? code, ...written })
  process.exitCode = undefined
}
write(JSON.stringify(become))
