import { objectOf } from '../../contract/control-bodies.ts'
import { SENDING } from '../../contract/sending.ts'
import { change } from '../change.ts'
import type { SendingView } from '../protocol/process.ts'
import type { WorldCall, WorldRoute } from '../route.ts'

export const sendingRoutes: readonly WorldRoute[] = [
  {
    method: 'GET',
    path: '/sending',
    summary: 'Get whether deliveries leave the process; a world opened from a file delivers to inboxes only',
    answers: 'SendingView',
    handle: ({ world }): SendingView => ({ sending: world.runtime.sending }),
  },
  {
    method: 'PUT',
    path: '/sending',
    summary: 'Let deliveries out, as far as forwards and webhooks.reach allow, or only to inboxes',
    answers: 'SendingView',
    body: objectOf({ sending: { enum: [...SENDING] } }, ['sending']),
    handle: ({ world, body }: WorldCall<SendingView>): SendingView =>
      change(world, ({ services }) => {
        world.runtime.sending = body.sending
        services.facts.emit('world', 'sending')
        return { sending: body.sending }
      }),
  },
]
