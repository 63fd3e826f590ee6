package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var fields [3][]byte
		for i, field := range strings.Fields(lines.Text()) {
			decoded, err := base64.StdEncoding.DecodeString(field[1:])
			if err != nil {
				panic(err)
			}
			fields[i] = decoded
		}
		fmt.Println(IsGenuine(string(fields[0]), string(fields[1]), fields[2]))
	}
}
