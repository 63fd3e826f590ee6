/**
 * Lets what we write to go away before we are done, as in `ringback openapi | head -1`: that ends a command, and is no defect of it. A command
 * that tidies up when it is told to stop does so; of messages to a person who has left, nothing comes.
 */
export function bearClosedPipes(): void {
  process.stdout.on('error', error => {
    if (!isClosedPipe(error)) throw error
    if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM', 'SIGTERM')
    else process.exit()
  })
  process.stderr.on('error', error => {
    if (!isClosedPipe(error)) throw error
  })
}

const isClosedPipe = (error: NodeJS.ErrnoException) => error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED'
