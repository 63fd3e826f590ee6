import { choiceField, textField, type UrlValues } from '../../routing/url-state.ts'

export const DELIVERY_TABS = ['attempts', 'body', 'bytes', 'headers', 'signature'] as const
/** What the list shows and how, in the address. */
export const DELIVERY_FIELDS = {
  q: textField(),
  status: textField(),
  tenant: textField(),
  kind: textField(),
  webhook: textField(),
  response: textField(),
  event: textField(),
  fault: textField(),
  assumption: textField(),
  within: textField(),
  /** `webhook_sends`: only of events that used one. */
  used: textField(),
  /** Delivery ids, separated by commas. */
  ids: textField(),
  tab: choiceField(DELIVERY_TABS),
}
export type DeliveryState = UrlValues<typeof DELIVERY_FIELDS>
