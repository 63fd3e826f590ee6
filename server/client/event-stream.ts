import { EventStreamParser } from '../contract/event-stream.ts'
import type { StreamMessages, StreamTopic } from '../control/protocol/stream.ts'
import type { WorldClient } from './world-client.ts'

/** One message of `GET …/stream`. `gap` says that messages are missing, `ready` that everything after it happens live. */
type StreamEvent =
  | { [Topic in StreamTopic]: { readonly topic: Topic; readonly data: StreamMessages[Topic] } }[StreamTopic]
  | { readonly topic: 'gap' | 'ready'; readonly data: unknown }

/** The events of a world, live. Ends when the signal aborts or the emulator stops. */
export async function* streamEvents(
  world: WorldClient,
  topics: readonly StreamTopic[],
  signal: AbortSignal,
): AsyncGenerator<StreamEvent, void, undefined> {
  let response: Awaited<ReturnType<typeof world.control.open>> | undefined
  const parser = new EventStreamParser()
  try {
    // The signal may abort before it is open.
    response = await world.control.open(world.path(['stream']), { query: { topics: topics.join(',') }, signal })
    response.setEncoding('utf8')
    for await (const text of response)
      for (const { type, data } of parser.push(text as string))
        yield { topic: type, data: JSON.parse(data) } as StreamEvent
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    response?.destroy()
  }
}
