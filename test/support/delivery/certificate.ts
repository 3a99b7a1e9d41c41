/**
 * A self-signed certificate for `receiver.test` with its key, valid from 2020 to 2120. Only tests have ever used them,
 * so they are no secret. Node cannot create a certificate, and OpenSSL is not available everywhere.
 */
export const receiverTest = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1MTTfreuN/uAD+oT
s7eXJgjK/PaWJtVxyfPFUJzZX4ihRANCAARnjvQfCZbY7UsvsdKj6L99GuPoLBjw
REVbMMZCkAG3rLUBWe787bwT9x2LGvo38D+Kn/oWIvvBNRrCXrappzrN
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBfjCCASOgAwIBAgIBATAKBggqhkjOPQQDAjAgMR4wHAYDVQQDDBVSZWNlaXZl
ciBvZiB0aGUgdGVzdHMwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBa
MCAxHjAcBgNVBAMMFVJlY2VpdmVyIG9mIHRoZSB0ZXN0czBZMBMGByqGSM49AgEG
CCqGSM49AwEHA0IABGeO9B8JltjtSy+x0qPov30a4+gsGPBERVswxkKQAbestQFZ
7vztvBP3HYsa+jfwP4qf+hYi+8E1GsJetqmnOs2jTDBKMBgGA1UdEQQRMA+CDXJl
Y2VpdmVyLnRlc3QwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUfomhfrsD+SOm
OvINLOMT1r3YEMEwCgYIKoZIzj0EAwIDSQAwRgIhAMaB5sCe1zAxi9JiiQVCkcWS
aedo6vpunVR7KSv/UtFMAiEA3g7txbSpReq5ApA+fPxW1UGtNcnhyluLPzA+aPa3
FgM=
-----END CERTIFICATE-----
`,
};
