package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const tolerance = 300 * time.Second

var (
	errNoSecret  = errors.New("a signing secret is missing")
	errNoHeader  = errors.New("no-header")
	errMalformed = errors.New("malformed")
	errNoMatch   = errors.New("no-match")
	errTooOld    = errors.New("too-old")
	errTooNew    = errors.New("too-new")

	timestamp = regexp.MustCompile(`^(0|[1-9][0-9]{0,11})$`)
	signature = regexp.MustCompile(`^v1=[0-9a-f]{64}$`)
)

// verifyWebhook returns nil only if the request is a delivery. The header is
// request.Header.Get("Service-Signature"), and body is the raw one: io.ReadAll(request.Body).
// Pass both secrets while a rotation overlaps.
func verifyWebhook(header string, body []byte, secrets []string, now time.Time) error {
	// Anybody can sign with an empty secret, such as that of an unset variable.
	if !areSecrets(secrets) {
		return errNoSecret
	}
	if header == "" {
		return errNoHeader
	}
	var times []string
	var signatures [][]byte
	for _, part := range strings.Split(header, ",") {
		part = strings.TrimSpace(part)
		if strings.HasPrefix(part, "t=") {
			times = append(times, part[2:])
		} else if signature.MatchString(part) {
			decoded, _ := hex.DecodeString(part[3:])
			signatures = append(signatures, decoded)
		}
	}
	if len(times) != 1 || !timestamp.MatchString(times[0]) || len(signatures) == 0 {
		return errMalformed
	}

	matches := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(times[0] + "."))
		mac.Write(body)
		expected := mac.Sum(nil)
		for _, given := range signatures {
			matches = hmac.Equal(expected, given) || matches
		}
	}
	if !matches {
		return errNoMatch
	}

	seconds, _ := strconv.ParseInt(times[0], 10, 64)
	age := now.Sub(time.Unix(seconds, 0)).Truncate(time.Second)
	if age > tolerance {
		return errTooOld
	}
	if age < -tolerance {
		return errTooNew
	}
	return nil
}

func areSecrets(secrets []string) bool {
	for _, secret := range secrets {
		if strings.TrimSpace(secret) == "" {
			return false
		}
	}
	return len(secrets) > 0
}
