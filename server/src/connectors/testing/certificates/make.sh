#!/bin/sh
# Makes the certificates of the tests anew: a CA, a server for the name broker.test, a client. They are used nowhere else.
set -e
cd "$(dirname "$0")"
days=36500
openssl ecparam -name prime256v1 -genkey -noout -out ca.key
openssl req -x509 -new -key ca.key -days $days -subj "/CN=Twinward test CA" -out ca.pem
for name in server client; do
  openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out $name.key
  openssl req -new -key $name.key -subj "/CN=$name.test" -out $name.csr
  printf 'subjectAltName=DNS:broker.test\n' >$name.ext
  openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days $days -extfile $name.ext -out $name.pem
done
openssl pkcs12 -export -in client.pem -inkey client.key -passout pass:secret -out client.pfx
rm -f ca.key ca.srl client.key ./*.csr ./*.ext
