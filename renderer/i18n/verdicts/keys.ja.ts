import type { KEYS } from '../../../server/contract/verdict-sentences/keys.ts'
import type { Dictionary } from '../dictionary.ts'

export const keys: Dictionary<typeof KEYS> = {
  key_in_url: {
    says: 'キーは Authorization ヘッダーだけで送ります。アドレスはログに残るためです。',
    fix: 'Authorization: Bearer とキーを送り、アドレスからキーを除いて、そのキーを失効させてください。',
    messages: {
      found_other: '{{count}}件のリクエストのアドレスにキー {{key}} が含まれていました。最初は #{{first}} です。',
    },
  },
  foreign_key: {
    says: 'このエミュレーターには、このエミュレーターが発行したキーだけを送ります。',
    fix: 'テストするクライアントにはこのワールドのキーを渡してください。もう一方のキーが本物なら、なぜここに届いたかを調べてください。',
    messages: {
      found_other:
        '{{count}}件のリクエストがキー {{key}} を送りました。本物に見えますが、どのワールドも発行していません。最初は #{{first}} です。',
    },
  },
  more_scopes_than_used: {
    says: 'キーには、クライアントに必要なスコープだけを付けます。',
    fix: '実際に使うスコープだけを付けたキーを発行してください。',
    messages: {
      spare:
        'キー {{key}} には、どのリクエストも必要としなかったスコープがあります：{{spare}}。最小限のキーのスコープ：{{used}}。',
      none: 'キー {{key}} には、どのリクエストも必要としなかったスコープがあります：{{spare}}。スコープを必要とするリクエストはありませんでした。',
    },
  },
}
