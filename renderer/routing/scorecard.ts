/** Where the scorecard of one certification is, by the number of that action: later ones of the same receiver have their own. */
export const scorecardPlace = ({ url, id }: { url: string; id: number }) => ({
  segments: ['webhooks', 'certify'],
  search: `?${new URLSearchParams({ url, run: String(id) })}`,
})
