import { textField } from '../../routing/url-state.ts'

export const REFERENCE_FIELDS = {
  q: textField(),
  tenant: textField(),
  key: textField(),
}
