import type { Locator, Page } from 'playwright-core';
import { Film, frame, type Place } from './film.ts';

/** Milliseconds in the clip, which do not depend on the speed of the machine. */
const shortestStep = 3500;
const perWord = 330;
const moveFrames = 8;
const moveFrame = 60;
const press = 250;
const perKey = 90;

/** A clip, its captions as WebVTT, and one picture of it for the user guide, as PNG. */
export interface Recorded {
  webm: Buffer;
  vtt: string;
  picture: Buffer;
}

/** Acts on a page like a user, and records it with a caption for each step. */
export class Director {
  readonly page: Page;
  private readonly film: Film;
  private time = 0;
  private caption = '';
  private begin = 0;
  private cursor: Place = { x: frame.width / 2, y: frame.height / 2 };
  private picture: Buffer | null = null;
  private readonly cues: { begin: number; end: number; text: string }[] = [];

  private constructor(page: Page, film: Film) {
    this.page = page;
    this.film = film;
  }

  static async start(page: Page, studio: Page): Promise<Director> {
    return new Director(page, await Film.open(studio));
  }

  /** Records a step: actions under one caption, which is shown long enough to be read. */
  async step(caption: string, act: () => Promise<unknown> = async () => undefined): Promise<void> {
    this.caption = caption;
    this.begin = this.time;
    await this.settle();
    this.time += 1000;
    await act();
    await this.settle();
    const least = Math.max(shortestStep, caption.split(' ').length * perWord);
    this.time = Math.max(this.time + 1200, this.begin + least);
    this.cues.push({ begin: this.begin, end: this.time, text: caption });
  }

  /** Moves the cursor to an element and clicks. @param until resolves when the result is shown */
  async click(target: Locator, until?: () => Promise<unknown>): Promise<void> {
    await this.moveTo(target);
    await this.addFrame(true);
    this.time += press;
    await target.click();
    await until?.();
    await this.settle();
    this.time += press;
  }

  /** Types into the element that has the focus. */
  async type(text: string): Promise<void> {
    const chunks = text.match(/.{1,3}/gs) ?? [];
    for (const chunk of chunks) {
      await this.page.keyboard.type(chunk);
      await this.shoot();
      this.time += perKey * chunk.length;
    }
  }

  /** Presses a key that changes what is shown. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    await this.shoot();
    this.time += 400;
  }

  /** Clicks a field, and replaces its text. */
  async fill(target: Locator, text: string): Promise<void> {
    await this.click(target);
    await this.page.keyboard.press('Control+A');
    await this.type(text);
  }

  /** Chooses an option of a list, which the browser draws outside of the page. */
  async select(target: Locator, option: string): Promise<void> {
    await this.moveTo(target);
    await target.selectOption(option);
    await this.shoot();
    this.time += 700;
  }

  /** Brings an element into view. */
  async scrollTo(target: Locator): Promise<void> {
    await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await this.shoot();
    this.time += 500;
  }

  async moveTo(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    await this.shoot();
    const box = (await target.boundingBox())!;
    const from = this.cursor;
    const to = { x: box.x + Math.min(box.width / 2, 120), y: box.y + box.height / 2 };
    for (let i = 1; i <= moveFrames; i++) {
      const share = (1 - Math.cos((Math.PI * i) / moveFrames)) / 2;
      this.cursor = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) };
      await this.addFrame();
      this.time += moveFrame;
    }
  }

  /** Uses the current frame as the picture of the user guide. */
  async keepPicture(): Promise<void> {
    await this.settle();
    this.picture = await this.takePicture();
  }

  async finish(): Promise<Recorded> {
    if (this.picture === null) throw new Error('The clip keeps no picture.');
    await this.addFrame();
    const webm = await this.film.finish(this.time);
    const cues = this.cues.map(
      ({ begin, end, text }) => `${timestamp(begin)} --> ${timestamp(end)}\n${text}\n`,
    );
    return { webm, vtt: ['WEBVTT\n', ...cues].join('\n'), picture: this.picture };
  }

  /** Takes a picture once the page has all its data and does not change. */
  private async settle(): Promise<void> {
    await this.page.waitForFunction(() => document.querySelector('.MuiSkeleton-root') === null);
    let last = await this.takePicture();
    for (let looks = 0; looks < 20; looks++) {
      await this.page.waitForTimeout(150);
      const next = await this.takePicture();
      if (next.equals(last)) break;
      last = next;
    }
    await this.show(last);
  }

  private async shoot(): Promise<void> {
    await this.show(await this.takePicture());
  }

  private async show(picture: Buffer): Promise<void> {
    await this.film.setPicture(picture);
    await this.addFrame();
  }

  private takePicture(): Promise<Buffer> {
    return this.page.screenshot({ animations: 'disabled' });
  }

  private async addFrame(isPressed = false): Promise<void> {
    const { caption, cursor } = this;
    await this.film.add(this.time, { caption, cursor, isPressed });
  }
}

/** Formats a time as in WebVTT: 00:03.500. */
function timestamp(time: number): string {
  const minutes = String(Math.floor(time / 60_000)).padStart(2, '0');
  const seconds = ((time % 60_000) / 1000).toFixed(3).padStart(6, '0');
  return `${minutes}:${seconds}`;
}
