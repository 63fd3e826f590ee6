import type { StreamMessages, StreamTopic } from '../control/protocol.ts'
import type { WorldClient } from './world-client.ts'

/** One message of `GET …/stream`; `gap` says that messages are missing, `ready` that what follows happens now. */
export type StreamEvent =
  | { [Topic in StreamTopic]: { readonly topic: Topic; readonly data: StreamMessages[Topic] } }[StreamTopic]
  | { readonly topic: 'gap' | 'ready'; readonly data: unknown }

/** What happens in a world, as it happens. Ends when the signal aborts or the emulator stops. */
export async function* streamEvents(
  world: WorldClient,
  topics: readonly StreamTopic[],
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void, undefined> {
  const response = await world.control.open(world.path(['stream']), { query: { topics: topics.join(',') }, signal })
  response.setEncoding('utf8')
  const read = eventReader()
  try {
    for await (const text of response) for (const event of read(text as string)) yield event
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    response.destroy()
  }
}

/** Cuts the text of a stream of Server-Sent Events into its messages; a message may arrive in pieces. */
export function eventReader(): (text: string) => StreamEvent[] {
  let rest = ''
  return text => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap(block => {
      const lines = block.split('\n')
      const topic = lines.find(line => line.startsWith('event: '))?.slice('event: '.length)
      const data = lines.filter(line => line.startsWith('data: ')).map(line => line.slice('data: '.length))
      return topic === undefined
        ? []
        : [{ topic, data: data.length === 0 ? null : JSON.parse(data.join('\n')) } as StreamEvent]
    })
  }
}
