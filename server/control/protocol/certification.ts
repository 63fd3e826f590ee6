export interface CertifyBody {
  url: string
  secret: string
  /**
   * URL that answers GET with a whole number: how often the receiver has done its work so far. Without it, cases that need it are not
   * tried.
   */
  effects_url?: string | undefined
}
