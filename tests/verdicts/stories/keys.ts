import type { Stories } from './scene.ts'

export const KEYS: Stories = {
  key_in_url: {
    bad: ({ get, tenant }) => get(`/customers?api_key=${tenant.key}`),
    good: ({ get }) => get('/customers'),
  },
  foreign_key: {
    bad_in: 'default',
    async bad(scene) {
      scene.uses('svc_live_Zq8Rk2Lw0Xn5Tb7Vc3Md')
      await scene.get('/customers')
    },
    async good(scene) {
      const { key_id, key } = await scene.tenant.issueKey({ mode: 'live', scopes: ['customers:read'], label: 'old' })
      scene.uses(key)
      await scene.get('/customers')
      await scene.tenant.revokeKey(key_id)
      await scene.get('/customers')
    },
    good_is: { state: 'not_met', since: 'a key of another service is a mistake or did not occur' },
  },
  more_scopes_than_used: {
    async bad(scene) {
      const scopes = ['customers:read', 'calls:read'] as const
      scene.uses((await scene.tenant.issueKey({ mode: 'live', scopes: [...scopes], label: 'wide' })).key)
      await scene.get('/customers')
    },
    async good(scene) {
      const scopes = ['customers:read'] as const
      scene.uses((await scene.tenant.issueKey({ mode: 'live', scopes: [...scopes], label: 'narrow' })).key)
      await scene.get('/customers')
    },
  },
}
