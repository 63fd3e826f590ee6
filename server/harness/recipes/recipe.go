// A call, the limits, and webhooks that are checked: npx ringback exec -- go run recipe.go (no module is needed).
package main

import ("bytes"; "crypto/hmac"; "crypto/sha256"; "encoding/hex"; "encoding/json"; "fmt"; "log"; "net/http"; "os"; "path")

// ask posts JSON, or gets when there is none, and decodes the answer.
func ask(url, key string, body any, answer any) http.Header {
	method, sent := "GET", []byte(nil)
	if body != nil { method = "POST"; sent, _ = json.Marshal(body) }
	request, err := http.NewRequest(method, url, bytes.NewReader(sent))
	if err != nil { log.Fatal(err) }
	request.Header.Set("Content-Type", "application/json")
	if key != "" { request.Header.Set("Authorization", "Bearer "+key) }
	got, err := http.DefaultClient.Do(request)
	if err != nil { log.Fatal(err) }
	defer got.Body.Close()
	if got.StatusCode >= 300 { log.Fatal(url, " ", got.Status) }
	if err := json.NewDecoder(got.Body).Decode(answer); err != nil { log.Fatal(err) }
	return got.Header
}
// genuine takes the raw bytes, before they are parsed, and the whole secret, whsec_ included.
func genuine(body []byte, signature, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret)); mac.Write(body)
	return hmac.Equal([]byte("sha256="+hex.EncodeToString(mac.Sum(nil))), []byte(signature))
}

func main() {
	api, key, inboxURL := os.Getenv("RINGBACK_BASE_URL"), os.Getenv("RINGBACK_API_KEY"), os.Getenv("RINGBACK_INBOX_URL")
	world := os.Getenv("RINGBACK_CONTROL_URL") + "/worlds/" + os.Getenv("RINGBACK_WORLD")
	var hook struct{ Data struct{ Secret string } } // The secret is shown once, here.
	ask(api+"/webhooks", key, map[string]any{"url": inboxURL, "events": []string{"call.completed"}}, &hook)
	// Numbers that end in 0001 are answered. The same external_id never rings twice.
	call := map[string]any{"phone_number": "+81312340001", "external_id": "order-1", "staff_id": json.RawMessage(os.Getenv("RINGBACK_STAFF_ID")), "project_id": json.RawMessage(os.Getenv("RINGBACK_PROJECT_ID"))}
	limits := ask(api+"/calls/initiate", key, call, &struct{}{})
	fmt.Printf("placed, %s of %s requests are left this minute\n", limits.Get("X-RateLimit-Remaining"), limits.Get("X-RateLimit-Limit"))
	ask(world+"/clock/advance", "", map[string]string{"by": "PT5M"}, &struct{}{}) // The call ends, and its event is delivered: no waiting.
	var inbox struct{ Data []struct{ Headers map[string]string; Body struct{ Base64 []byte } } }
	ask(world+"/inbox/"+path.Base(inboxURL), "", nil, &inbox)
	for _, m := range inbox.Data { fmt.Println(map[bool]string{true: "genuine", false: "forged"}[genuine(m.Body.Base64, m.Headers["X-Service-Signature"], hook.Data.Secret)]) }
}
