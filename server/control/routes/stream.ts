import { choicesOf } from '../lists.ts'
import { STREAM_TOPICS } from '../protocol/stream.ts'
import { ANSWERED, type WorldCall, type WorldRoute } from '../route.ts'
import { feedOf } from '../world-feed.ts'

export const streamRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/stream',
    summary: 'Stream what happens as Server-Sent Events; Last-Event-ID resumes',
    type: 'text/event-stream',
    query: { topics: `One or more of ${STREAM_TOPICS.join(', ')}, separated by commas; all if omitted` },
    handle: ({ world, emulator, query, ctx }: WorldCall<undefined>): typeof ANSWERED => {
      const named = query.get('topics')
      const topics = new Set(named === null ? [] : choicesOf('topics', named, STREAM_TOPICS))
      const feed = feedOf(world)
      emulator.streams.openStream(ctx, {
        source: feed.reader(topics),
        topics,
        lastEventId: ctx.get('Last-Event-ID') || undefined,
      })
      const leave = world.subscribe((topic, subject) => {
        if (topic !== 'world' || subject !== 'removed') return
        feed.flush()
        ctx.res.end()
      })
      ctx.res.once('close', leave)
      return ANSWERED
    },
  },
]
