// Verifies a delivery that was saved to files:
// ANDEN_WEBHOOK_SECRETS=whsec_… go run main.go verify_webhook.go headers.txt body.json
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"
)

func main() {
	headers, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	body, err := os.ReadFile(os.Args[2])
	if err != nil {
		panic(err)
	}
	header := ""
	for _, line := range strings.Split(string(headers), "\n") {
		name, value, _ := strings.Cut(line, ":")
		if strings.EqualFold(name, "Service-Signature") {
			header = value
		}
	}
	secrets := strings.FieldsFunc(os.Getenv("ANDEN_WEBHOOK_SECRETS"), func(r rune) bool { return r == ',' })

	if err := verifyWebhook(header, body, secrets, time.Now()); err != nil {
		fmt.Println("invalid", err)
		os.Exit(1)
	}
	var event struct{ Type, ID string }
	if err := json.Unmarshal(body, &event); err != nil {
		panic(err)
	}
	fmt.Println("valid", event.Type, event.ID)
}
