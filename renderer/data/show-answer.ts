import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query'

/**
 * Shows what the server has answered to a change at once, and reads it again: a reading that was under way when the change was made would
 * come last, with what was before; and the answer itself may come after the stream has told of a later change.
 */
export function showAnswer<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  answer: Updater<Data | undefined, Data | undefined>,
): void {
  queryClient.setQueryData<Data>(queryKey, answer)
  // This also calls off what is under way.
  void queryClient.invalidateQueries({ queryKey, exact: true })
}
