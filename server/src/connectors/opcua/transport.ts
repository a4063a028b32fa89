import { createConnection } from 'node:net';
import type { IClientTransportFactory } from 'node-opcua-transport';
import { ClientTransportBase } from 'node-opcua-transport';

/**
 * Connects to an already resolved address, regardless of the host of the endpoint. The server receives the host that
 * the user entered, and the host is not resolved again.
 */
class AddressTransport extends ClientTransportBase {
  readonly #address: string;
  readonly #port: number;

  constructor(address: string, port: number, settings: ConstructorParameters<typeof ClientTransportBase>[0]) {
    super(settings);
    this.#address = address;
    this.#port = port;
  }

  override connect(endpointUrl: string, callback: (error?: Error) => void): void {
    this.endpointUrl = endpointUrl;
    const socket = createConnection({ host: this.#address, port: this.#port });
    const fail = (error: Error) => callback(error);
    this._install_socket(socket as Parameters<typeof this._install_socket>[0]);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.removeListener('error', fail);
      this._perform_HEL_ACK_transaction((error) => {
        if (!error) {
          this._install_post_connect_error_handler(endpointUrl);
          this.emit('connect');
        }
        callback(error);
      });
    });
  }
}

export function transportTo(address: string, port: number): IClientTransportFactory {
  return { create: (settings) => new AddressTransport(address, port, settings) };
}
