/** A suite that never ends, with a process of its own below it. */
import { spawn } from 'node:child_process'

const below = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
console.log(`hanging with ${process.pid} and ${below.pid}`)
setInterval(() => {}, 1000)
