import { describe, expect, it } from "vitest";
import { wireError } from "../../../src-main/models/errors/model-errors.ts";

const place = { modelId: "custom/m", address: "https://host.test/v1", key: "0123456789abcdef" };

function errorOf(status: number, body: unknown, headers = {}) {
  return wireError({ status, body, headers, now: Date.UTC(2026, 0, 1) }, place);
}
const message = (text: string, more = {}) => ({ error: { message: text, ...more } });

describe("an overflow is known by its words, under any status", () => {
  it.each([
    ["OpenAI, newer", 400, message("Your input exceeds the context window of this model."), null, null],
    [
      "OpenRouter",
      400,
      message(
        "This endpoint's maximum context length is 8192 tokens. However, you requested about 9000 tokens (7000 of text input, 500 of tool input, 1500 in the output).",
      ),
      8192,
      7500,
    ],
    [
      "DeepSeek",
      400,
      message(
        "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens (62000 in the messages, 8000 in the completion).",
      ),
      65536,
      62000,
    ],
    [
      "vLLM with max_tokens",
      400,
      {
        message:
          "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 4096 tokens and your request has 3000 input tokens (8192 > 4096 - 3000).",
      },
      4096,
      3000,
    ],
    [
      "llama.cpp as 500",
      500,
      message("the request exceeds the available context size", { n_prompt_tokens: 900, n_ctx: 512 }),
      512,
      900,
    ],
    [
      "LM Studio, older",
      400,
      {
        error:
          "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens",
      },
      4096,
      5000,
    ],
    ["Ollama", 400, { error: "prompt too long; exceeded max context length by 20 tokens" }, null, null],
    [
      "xAI",
      400,
      { error: "This model's maximum prompt length is 131072 but the request contains 140000 tokens." },
      131072,
      140000,
    ],
    ["Zhipu 1210", 400, message("tokens in request more than max tokens allowed", { code: "1210" }), null, null],
    [
      "LiteLLM around JSON",
      400,
      message(
        'litellm.BadRequestError: OpenAIException - {"error":{"message":"prompt is too long: 300 tokens > 200 maximum"}}',
      ),
      200,
      300,
    ],
    ["numbers with commas", 400, message("prompt is too long: 214,805 tokens > 200,000 maximum"), 200000, 214805],
  ])("%s", (_name, status, body, contextWindow, promptTokens) => {
    expect(errorOf(status, body)).toMatchObject({
      kind: "context_overflow",
      retryable: false,
      contextWindow,
      promptTokens,
    });
  });
});

describe("the status is not believed where the words know better", () => {
  it.each([
    [
      "a wrong key as 400 (Gemini)",
      400,
      [
        {
          error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" },
        },
      ],
      "auth",
    ],
    ["no balance as 429 (Zhipu)", 429, message("Your account is in arrears", { code: "1113" }), "quota"],
    [
      "an overload as 429 (Moonshot)",
      429,
      message("The engine is currently overloaded, please try again later", { type: "engine_overloaded_error" }),
      "overloaded",
    ],
    [
      "moderation as 403 (OpenRouter)",
      403,
      message("The model requires moderation and your input was flagged", { code: 403 }),
      "content_filter",
    ],
    [
      "a throttle that speaks of tokens (Bedrock)",
      400,
      message("Too many tokens, please wait before trying again."),
      "rate_limit",
    ],
    ["a template that throws", 500, message("Jinja Exception: unknown role"), "bad_request"],
    ["an unreadable call", 500, message("error parsing tool call: raw='{'"), "tool_format"],
    [
      "an upgrade offer in a rate limit (Groq)",
      429,
      message(
        "Rate limit reached on tokens per minute (TPM): Limit 6000, Used 5000, Requested 1200. Please try again in 2s. Upgrade at https://console.test/settings/billing",
      ),
      "rate_limit",
    ],
    ["an error inside a stream", 200, message("Provider returned error", { code: 502 }), "server"],
    [
      "base_resp of a sensitive prompt (MiniMax)",
      200,
      { base_resp: { status_code: 1026, status_msg: "input new_sensitive" } },
      "content_filter",
    ],
    [
      "an unknown model as 400 (OpenAI's Responses API)",
      400,
      message("The requested model 'm' does not exist.", { type: "invalid_request_error", code: "model_not_found" }),
      "not_found",
    ],
    ["a type without a status", 200, message("who are you", { type: "permission_error" }), "permission"],
  ])("%s", (_name, status, body, kind) => {
    expect(errorOf(status, body).kind).toBe(kind);
  });

  it("a request above the tokens of a minute is not tried again", () => {
    const body = message("Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 7312.");
    expect(errorOf(413, body)).toMatchObject({ kind: "rate_limit", retryable: false });
  });
});

describe("how long to wait", () => {
  const body = message("Too many requests");
  it.each([
    ["a date", body, { "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
    ["a date that is over", body, { "retry-after": "Wed, 31 Dec 2025 23:00:00 GMT" }, 0],
    ["minutes and seconds in words", message("Rate limit reached. Please try again in 1m2.5s."), {}, 62_500],
    ["milliseconds in words", message("Rate limit reached. Try again in 350ms."), {}, 350],
    ["seconds in words", message("Rate limited. Please wait 20 seconds. Retry after 20 seconds"), {}, 20_000],
  ])("%s", (_name, wire, headers, delay) => {
    expect(errorOf(429, wire, headers).retryAfterMs).toBe(delay);
  });
  it("is left open where nothing tells", () => {
    expect(errorOf(429, body)).not.toHaveProperty("retryAfterMs");
  });
});

describe("the sentence", () => {
  it("has the reason, the address and the next step", () => {
    expect(errorOf(402, message("Insufficient Balance")).userMessage).toBe(
      "The account for custom/m has no balance or quota left: Insufficient Balance (HTTP 402). Top it up at the provider or choose another model.",
    );
  });
  it("shows no markup and no control characters", () => {
    const { userMessage } = errorOf(500, message("a\u001b[31m <b>red</b>\nline"));
    expect(userMessage).not.toMatch(/[\u0000-\u001f]|<b>/);
  });
  it("never has the key that was sent", () => {
    expect(errorOf(401, message("no such key 0123456789abcdef")).userMessage).not.toContain("0123456789abcdef");
  });
  it("is closed up where there is no reason", () => {
    expect(errorOf(500, "").userMessage).toContain("HTTP 500");
    expect(errorOf(200, { error: {} }).userMessage).not.toMatch(/: {2}|undefined/);
  });
});

describe("what a failure is", () => {
  const base = (code: number, text = "failed") => ({ base_resp: { status_code: code, status_msg: text } });
  it.each([
    ["MiniMax, key", 200, base(1004, "login fail"), "auth", false],
    ["MiniMax, key of another region", 200, base(2049, "invalid api key"), "auth", false],
    ["MiniMax, parameters", 200, base(2013, "invalid params"), "bad_request", false],
    ["MiniMax, requests of a minute", 200, base(1002), "rate_limit", true],
    ["MiniMax, tokens of a minute", 200, base(1039), "rate_limit", true],
    ["MiniMax, balance", 200, base(1008, "insufficient balance"), "quota", false],
    ["MiniMax, unknown", 200, base(1000, "unknown error"), "server", true],
    ["LM Studio, path", 200, { error: "Unexpected endpoint or method. (POST /chat/completions)" }, "not_found", false],
    ["Ollama, memory", 500, message("model requires more system memory (5.6 GiB) than is available"), "server", false],
    [
      "LM Studio, memory",
      400,
      { error: "Model loading aborted due to insufficient system resources." },
      "server",
      false,
    ],
    [
      "xAI, credits",
      403,
      { error: "Your team has used all available credits or reached its monthly spending limit." },
      "quota",
      false,
    ],
    [
      "LiteLLM, budget",
      400,
      message("Budget has been exceeded! Current cost: 0.1, Max budget: 0.1", { type: "budget_exceeded" }),
      "quota",
      false,
    ],
    [
      "LiteLLM, budget of a user",
      429,
      message("ExceededBudget: User=x over budget. Spend=1, Budget=1"),
      "quota",
      false,
    ],
    [
      "thoughts beyond their budget",
      400,
      message("max_tokens must be greater than thinking.budget_tokens"),
      "bad_request",
      false,
    ],
    ["llama.cpp, tools", 500, message("tools param requires --jinja flag"), "bad_request", false],
  ])("%s", (_name, status, body, kind, retryable) => {
    const error = errorOf(status, body);
    expect([error.kind, error.retryable]).toEqual([kind, retryable]);
  });

  it.each([
    [
      "Anthropic, input and output",
      400,
      "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again",
      200000,
      188240,
    ],
    ["Fireworks", 400, "The prompt is too long: 140000, model maximum context length: 131071", 131071, 140000],
    [
      "SGLang",
      400,
      "Requested token count exceeds the model's maximum context length of 8192 tokens. You requested a total of 9000 tokens: 8500 tokens from the input messages and 500 tokens for the completion.",
      8192,
      8500,
    ],
    ["GitHub Models", 413, "Request body too large for gpt-4o model. Max size: 8000 tokens.", 8000, null],
  ])("the numbers of an overflow are read: %s", (_name, status, text, contextWindow, promptTokens) => {
    expect(errorOf(status, message(text))).toMatchObject({ kind: "context_overflow", contextWindow, promptTokens });
  });

  it.each([
    [404, "<html><title>404 Not Found</title></html>"],
    [404, "404 page not found"],
    [404, { detail: "Not Found" }],
    [404, ""],
    [405, { detail: "Method Not Allowed" }],
    [404, message("Invalid URL (POST /chat/completions)")],
    [200, { error: "Unexpected endpoint or method. (POST /chat/completions)" }],
  ])("a path with nothing behind it is never blamed on the model's name: %i %j", (status, body) => {
    const { userMessage } = errorOf(status, body);
    expect(userMessage).toContain("/v1");
    expect(userMessage).not.toContain("name of the model");
  });
  it("a model that is not there is", () => {
    expect(errorOf(404, message("The model `m` does not exist")).userMessage).toContain("name of the model");
  });
  it("too little memory is said with what to do", () => {
    const { userMessage } = errorOf(
      500,
      message("model requires more system memory (5.6 GiB) than is available (3.2 GiB)"),
    );
    expect(userMessage).toMatch(/memory.*smaller model/s);
  });
});
