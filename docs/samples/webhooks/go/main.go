// A receiver of webhooks:
// ANDEN_WEBHOOK_SECRET=whsec_… go run main.go verify_webhook.go
//
// While a rotation overlaps, give both secrets, separated by a comma. PORT is 8080 by default.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

const maxBodyBytes = 4 * 1024 * 1024

type event struct {
	ID   string          `json:"id"`
	Type string          `json:"type"`
	Data json.RawMessage `json:"data"`
}

// Here only until the program ends. Keep the ids in your database, and insert each in the transaction of its work.
var (
	handledIDs = map[string]bool{}
	lock       sync.Mutex
)

func handle(one event) {
	fmt.Println(one.Type, one.ID)
}

func handleOnce(one event) {
	lock.Lock()
	defer lock.Unlock()
	if !handledIDs[one.ID] {
		handle(one)
		handledIDs[one.ID] = true
	}
}

func main() {
	secrets := strings.Split(os.Getenv("ANDEN_WEBHOOK_SECRET"), ",")
	if !areSecrets(secrets) {
		log.Fatal("ANDEN_WEBHOOK_SECRET is missing")
	}
	receive := func(response http.ResponseWriter, request *http.Request) {
		if request.Method != http.MethodPost {
			answer(response, http.StatusMethodNotAllowed, "error", "webhooks are sent with POST")
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBodyBytes))
		if err != nil {
			answer(response, http.StatusRequestEntityTooLarge, "error", "the body is too large")
			return
		}
		if err := verifyWebhook(request.Header.Get("Service-Signature"), body, secrets, time.Now()); err != nil {
			answer(response, http.StatusBadRequest, "error", err.Error())
			return
		}
		var one event
		if err := json.Unmarshal(body, &one); err != nil {
			answer(response, http.StatusBadRequest, "error", "the body is not JSON")
			return
		}
		// A test of the endpoint has made-up data.
		if !strings.HasPrefix(one.ID, "evt_test_") {
			handleOnce(one)
		}
		answer(response, http.StatusOK, "received", one.ID)
	}

	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	server := &http.Server{
		Addr:        "127.0.0.1:" + port,
		Handler:     http.HandlerFunc(receive),
		ReadTimeout: 30 * time.Second,
	}
	fmt.Printf("Listening on http://%s/hooks\n", server.Addr)
	log.Fatal(server.ListenAndServe())
}

func answer(response http.ResponseWriter, status int, member string, value string) {
	response.Header().Set("Content-Type", "application/json")
	response.WriteHeader(status)
	_ = json.NewEncoder(response).Encode(map[string]string{member: value})
}
