/** Gives a forked Node process what Electron gives a utility process: `process.parentPort`. It ends with its parent, as there. */
import { EventEmitter } from 'node:events'

class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    process.send?.(message)
  }
}

const parentPort = new ParentPort()
process.on('message', data => parentPort.emit('message', { data }))
process.on('disconnect', () => process.exit(1))
Object.defineProperty(process, 'parentPort', { value: parentPort })
