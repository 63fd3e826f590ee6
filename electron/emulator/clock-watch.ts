import http from 'node:http'
import type { ClockView } from '../../server/control/protocol.ts'
import { worldPath } from './control.ts'

/**
 * Follows the clock of a world over the control API: calls back with the clock of now, then with each change that the event stream tells.
 * Ends when the connection ends (the emulator stopped, the world is gone) or the returned function is called.
 *
 * @param url - where the emulator listens, `http://127.0.0.1:4010`
 */
export function watchClock({
  url,
  world,
  onClock,
}: {
  url: string
  world: string
  onClock: (clock: ClockView) => void
}): () => void {
  const abort = new AbortController()
  let isTold = false
  const tell = (clock: ClockView | undefined): void => {
    if (clock === undefined || abort.signal.aborted) return
    isTold = true
    onClock(clock)
  }
  const read = eventReader(({ event, data }) => {
    if (event === 'clock') tell(readClock(data))
  })
  const ask = (path: string, onAnswer: (answer: http.IncomingMessage) => void): void => {
    const request = http.get(new URL(path, url), { signal: abort.signal }, answer => {
      answer.setEncoding('utf8').on('error', () => undefined)
      if (answer.statusCode === 200) onAnswer(answer)
      else answer.resume()
    })
    request.on('error', () => undefined)
  }
  // The stream first: no change can fall between it and the clock of now. A change that came meanwhile is the newer of the two.
  ask(`${worldPath(world, 'stream')}?topics=clock`, stream => {
    stream.on('data', read)
    ask(worldPath(world, 'clock'), answer => {
      let text = ''
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => {
        if (!isTold) tell(readClock(text))
      })
    })
  })
  return () => abort.abort()
}

/** Cuts a stream of Server-Sent Events into its messages; a message may arrive in pieces. */
export function eventReader(onEvent: (event: { event: string; data: string }) => void): (text: string) => void {
  let rest = ''
  return text => {
    const blocks = `${rest}${text}`.replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = block.split('\n').map(line => /^([a-z]+): ?(.*)$/.exec(line))
      const data = fields.flatMap(field => (field?.[1] === 'data' ? [field[2]!] : []))
      if (data.length > 0) {
        onEvent({ event: fields.find(field => field?.[1] === 'event')?.[2] ?? 'message', data: data.join('\n') })
      }
    }
  }
}

function readClock(data: string): ClockView | undefined {
  try {
    const clock = JSON.parse(data) as ClockView
    return typeof clock.tokyo === 'string' ? clock : undefined
  } catch {
    return undefined
  }
}
