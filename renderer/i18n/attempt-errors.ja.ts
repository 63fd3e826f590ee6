import type * as en from './attempt-errors.en.ts'
import type { Dictionary } from './dictionary.ts'

export const attempt_errors: Dictionary<typeof en.attempt_errors> = {
  connect_timeout: '接続タイムアウト',
  total_timeout: '応答タイムアウト',
  connection_refused: '接続拒否',
  connection_reset: '接続リセット',
  connection_closed: '接続切断',
  host_unreachable: '経路なし',
  dns_not_found: 'ホスト不明',
  dns_failed: 'DNS エラー',
  tls_unable_to_verify_leaf_signature: '証明書の発行者が不明',
  tls_self_signed: '自己署名証明書',
  tls_expired: '証明書の期限切れ',
  tls_not_yet_valid: '有効期間前の証明書',
  tls_wrong_name: '証明書の名前違い',
  tls_protocol_version: 'TLS のバージョンが古い',
  tls_not_spoken: 'TLS 非対応',
  tls_failed: 'TLS エラー',
  bad_response: '不正な HTTP 応答',
  refused_by_policy: '送信が許可されていない',
  cancelled: '中止',
  transport_closed: 'Ringback の終了中',
  network_error: 'ネットワークエラー',
  interrupted: '中断',
}
