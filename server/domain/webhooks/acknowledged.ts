/** Whether an attempt counts as delivered (assumption webhooks.success). A 2xx whose answer broke off does not. */
export function isAcknowledged({ status_code, error }: { status_code: number | null; error: string | null }): boolean {
  return error === null && status_code !== null && status_code >= 200 && status_code < 300
}
