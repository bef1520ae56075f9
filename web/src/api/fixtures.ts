// A storage of a browser, for tests.

export class MemoryStorage implements Storage {
  private readonly all = new Map<string, string>();
  get length() {
    return this.all.size;
  }
  clear = () => this.all.clear();
  key = (n: number) => [...this.all.keys()][n] ?? null;
  getItem = (name: string) => this.all.get(name) ?? null;
  setItem = (name: string, value: string) => void this.all.set(name, value);
  removeItem = (name: string) => void this.all.delete(name);
}
