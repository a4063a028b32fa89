import type { Page } from 'playwright-core';
import { type EncodedFrame, writeWebm } from './webm.ts';

/** Pixels of a clip: the page above, the caption below. */
export const frame = { width: 1280, height: 720, captionHeight: 60 };
export const pageSize = { width: frame.width, height: frame.height - frame.captionHeight };

/** A point of the page, in pixels. */
export interface Place {
  x: number;
  y: number;
}

/** Size of a clip relative to the page. */
const scale = 0.75;
const encoded = { width: scale * frame.width, height: scale * frame.height };

/** Elements drawn over a picture of the page. */
export interface Overlay {
  caption: string;
  cursor: Place;
  isPressed: boolean;
}

/** Milliseconds from one key frame to the next at most: a block's time has 16 bits. */
const keyInterval = 20_000;

interface Studio {
  draw: CanvasRenderingContext2D;
  picture: ImageBitmap | null;
  encoder: VideoEncoder;
  frames: { data: string; time: number; isKey: boolean }[];
  failure: string | null;
}

declare global {
  interface Window {
    studio: Studio;
  }
}

/** Draws pictures with caption and cursor on the canvas of an empty page, and encodes them as VP9 there. */
export class Film {
  private readonly page: Page;
  private lastKey = Number.NEGATIVE_INFINITY;

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page): Promise<Film> {
    // Encoders need a secure context, which any page of this host is.
    await page.route('http://localhost/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Film</title>' }),
    );
    await page.goto('http://localhost/');
    // The compiler names functions by this helper, which the page does not have.
    await page.evaluate('globalThis.__name = (each) => each');
    await page.evaluate(openStudio, { ...encoded, scale });
    return new Film(page);
  }

  /** The picture for the frames that follow. @param png of the page */
  async setPicture(png: Buffer): Promise<void> {
    await this.page.evaluate(async (encoded) => {
      const answer = await fetch(`data:image/png;base64,${encoded}`);
      window.studio.picture = await createImageBitmap(await answer.blob());
    }, png.toString('base64'));
  }

  /** Adds a frame. @param time milliseconds since the clip begins */
  async add(time: number, overlay: Overlay): Promise<void> {
    const isKey = time - this.lastKey >= keyInterval;
    if (isKey) this.lastKey = time;
    await this.page.evaluate(drawFrame, { ...frame, ...overlay, time, isKey });
  }

  /** @param duration of the clip, in milliseconds */
  async finish(duration: number): Promise<Buffer> {
    const { frames, failure } = await this.page.evaluate(async () => {
      await window.studio.encoder.flush();
      return { frames: window.studio.frames, failure: window.studio.failure };
    });
    if (failure !== null) throw new Error(failure);
    const pictures: EncodedFrame[] = frames.map(({ data, ...other }) => ({
      ...other,
      data: Buffer.from(data, 'base64'),
    }));
    return writeWebm(pictures, { ...encoded, duration });
  }
}

/** Runs in the page. */
function openStudio({ width, height, scale }: typeof encoded & { scale: number }): void {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  document.body.append(canvas);
  const studio: Studio = {
    draw: canvas.getContext('2d')!,
    picture: null,
    frames: [],
    failure: null,
    encoder: new VideoEncoder({
      output: (chunk) => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        let binary = '';
        for (const byte of bytes) binary += String.fromCharCode(byte);
        studio.frames.push({
          data: btoa(binary),
          time: Math.round(chunk.timestamp / 1000),
          isKey: chunk.type === 'key',
        });
      },
      error: (error) => {
        studio.failure = error.message;
      },
    }),
  };
  studio.encoder.configure({
    // Profile 0, level 3.1, 8 bits.
    codec: 'vp09.00.31.08',
    width,
    height,
    // Pictures of screens rarely change, so a constant quality needs few bytes.
    bitrateMode: 'quantizer',
    latencyMode: 'quality',
  });
  studio.draw.scale(scale, scale);
  studio.draw.imageSmoothingQuality = 'high';
  window.studio = studio;
}

/** Runs in the page. */
function drawFrame({
  width,
  height,
  captionHeight,
  caption,
  cursor,
  isPressed,
  time,
  isKey,
}: typeof frame & Overlay & { time: number; isKey: boolean }): void {
  const { draw, picture, encoder } = window.studio;
  draw.drawImage(picture!, 0, 0);
  draw.fillStyle = '#14202b';
  draw.fillRect(0, height - captionHeight, width, captionHeight);
  draw.fillStyle = '#ffffff';
  draw.font = '500 24px system-ui, sans-serif';
  draw.textBaseline = 'middle';
  draw.textAlign = 'center';
  draw.fillText(caption, width / 2, height - captionHeight / 2, width - 48);
  if (isPressed) {
    draw.beginPath();
    draw.arc(cursor.x, cursor.y, 18, 0, 2 * Math.PI);
    draw.fillStyle = 'rgb(27 97 141 / 35%)';
    draw.fill();
  }
  // An arrow, 22 pixels high.
  draw.beginPath();
  draw.moveTo(cursor.x, cursor.y);
  for (const [x, y] of [
    [0, 19],
    [4.5, 15],
    [8, 22],
    [11, 20.5],
    [7.7, 13.8],
    [14, 13.5],
  ] as const)
    draw.lineTo(cursor.x + x, cursor.y + y);
  draw.closePath();
  draw.fillStyle = '#000000';
  draw.strokeStyle = '#ffffff';
  draw.lineWidth = 1.5;
  draw.fill();
  draw.stroke();
  const drawn = new VideoFrame(draw.canvas, { timestamp: time * 1000 });
  // From 0, the best, to 63. TypeScript's types of the browser don't know it yet.
  encoder.encode(drawn, { keyFrame: isKey, vp9: { quantizer: 48 } } as VideoEncoderEncodeOptions);
  drawn.close();
}
